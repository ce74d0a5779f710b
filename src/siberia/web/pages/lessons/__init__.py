"""Lessons: guided first matches, and examples of the rules that can be tried.

A lesson is a script, data, over the ordinary table and the ordinary engine. Nothing of it is kept:
where somebody is in a lesson is all there is to know, and that their browser knows.
"""
