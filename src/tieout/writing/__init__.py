"""The writing side: facts in, sentences in house style out. What is written here, the check reads."""
