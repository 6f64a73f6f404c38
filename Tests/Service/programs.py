"""How a program ended."""


def assert_refused(ended, code, *words):
    """Asserts that a program ended with this code and a one-line error that contains these words."""
    assert (ended.returncode, ended.stdout) == (code, "")
    assert ended.stderr.count("\n") == 1, ended.stderr
    for word in words:
        assert str(word) in ended.stderr
