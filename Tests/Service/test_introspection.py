"""The interfaces that the socket describes, as the PyPI package varlink reads them."""

import varlink
from varlink import scanner

from idl import assert_conforms, described
from service import GESTURES, Client


def test_info_lists_all_interfaces(start):
    with varlink.Client.new_with_address(f"unix:{start().socket}") as client:
        info = client.get_interfaces() and client.info
        assert info["interfaces"] == ["org.varlink.service", GESTURES, "org.gestured.Control"]
        assert info["product"] == "gestured" and info["version"]


def test_each_interface_is_described_under_its_own_name(start):
    with Client(start().socket) as client:
        for name in ("org.varlink.service", GESTURES):
            reply = client.call("org.varlink.service.GetInterfaceDescription", {"interface": name})
            assert varlink.Interface(reply["parameters"]["description"]).name == name


def test_rejects_an_unknown_interface(start):
    with Client(start().socket) as client:
        reply = client.call("org.varlink.service.GetInterfaceDescription", {"interface": "org.example"})
        assert reply == {"error": "org.varlink.service.InterfaceNotFound", "parameters": {"interface": "org.example"}}
        reply = client.call("org.varlink.service.GetInterfaceDescription")
        assert reply["parameters"]["parameter"] == "interface"


def test_every_described_method_can_be_called(start):
    service = start()
    interface = described(service.socket)
    methods = [name for name, member in interface.members.items() if isinstance(member, scanner._Method)]
    assert methods == ["Subscribe", "SetRegions", "ListDevices", "GetStatus"]
    with Client(service.socket) as subscribed:
        subscription = subscribed.subscribe()["subscription"]
        for method in methods:
            with Client(service.socket) as client:
                parameters = {"subscription": subscription} if method == "SetRegions" else {}
                reply = client.call(method, parameters, more=True)
            assert_conforms(reply["parameters"], interface.members[method].out_type, interface, method)


def test_errors_conform_to_their_description(start):
    service = start(configuration="[limits]\nmessage-size = 1024\n")
    interface = described(service.socket)
    with Client(service.socket) as client:
        client.send(b"x" * 2000)
        error = client.receive()
    assert error["error"] == f"{GESTURES}.LimitExceeded"
    assert_conforms(error["parameters"], interface.members["LimitExceeded"].type, interface, "LimitExceeded")
    with Client(service.socket) as client:
        error = client.call("SetRegions", {"subscription": "nobody's"})
    assert error["error"] == f"{GESTURES}.SubscriptionNotFound"
    type = interface.members["SubscriptionNotFound"].type
    assert_conforms(error["parameters"], type, interface, "SubscriptionNotFound")
