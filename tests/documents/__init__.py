"""The documents: their links, their code, and the site that is made of them."""
