"""A study of the game itself: is it fair, and what do its rules do, when bots of ours play it?"""
