"""The interface as the service describes it: values are compared with its types."""

import varlink
from varlink import scanner

from service import GESTURES


def described(path):
    """Returns the parsed IDL that the service publishes."""
    with varlink.Client.new_with_address(f"unix:{path}") as client:
        client.get_interfaces()
        return client.get_interface(GESTURES)


def assert_conforms(value, kind, interface, where=""):
    """Asserts that a value has exactly the fields and types of its IDL type."""
    match kind:
        case scanner._Maybe():
            assert_conforms(value, kind.element_type, interface, where)
        case scanner._Array():
            assert isinstance(value, list), where
            for element in value:
                assert_conforms(element, kind.element_type, interface, f"{where}[]")
        case scanner._CustomType():
            assert_conforms(value, interface.members[kind.name].type, interface, where)
        case scanner._Struct():
            assert isinstance(value, dict), where
            assert value.keys() <= kind.fields.keys(), where
            for name, field in kind.fields.items():
                assert name in value or isinstance(field, scanner._Maybe), f"{where}.{name} is missing"
                if name in value:
                    assert_conforms(value[name], field, interface, f"{where}.{name}")
        case bool():
            assert isinstance(value, bool), where
        case int():
            assert type(value) is int, where
        case float():
            assert type(value) in (int, float), where
        case str():
            assert isinstance(value, str), where
        case _:
            raise TypeError(f"{where}: {kind}")
