"""The pictures of the documents, taken by a real browser at a real server; `./scripts/pictures` takes them anew.

table    which pictures there are: name, stage, size, language
stages   what is done in the browser before a picture is taken
moments  the deals that stand on the tables
camera   how pictures are taken
"""
