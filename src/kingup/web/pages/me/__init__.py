"""What a person sees of themselves: ratings, passkeys, tokens, deletion."""
