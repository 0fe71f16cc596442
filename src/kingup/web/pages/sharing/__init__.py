"""Sharing a finished game: pictures, clips, previews of links, and the dialog that offers them."""
