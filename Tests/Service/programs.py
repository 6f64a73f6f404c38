"""How a program ended."""


def assert_refused(ended, code, *words):
    """That a program ended so, and said why in one line, these words in it."""
    assert (ended.returncode, ended.stdout) == (code, "")
    assert ended.stderr.count("\n") == 1, ended.stderr
    for word in words:
        assert str(word) in ended.stderr
