#!/usr/bin/python3
"""A stand-in for iio-sensor-proxy on the bus in DBUS_SYSTEM_BUS_ADDRESS: each line of standard input is an orientation."""
import sys

from gi.repository import Gio, GLib

INTERFACE = "net.hadess.SensorProxy"
DESCRIPTION = f"""<node><interface name="{INTERFACE}">
<property name="HasAccelerometer" type="b" access="read"/><property name="AccelerometerOrientation" type="s" access="read"/>
<property name="AccelerometerTilt" type="s" access="read"/>
<property name="HasAmbientLight" type="b" access="read"/><property name="HasProximity" type="b" access="read"/>
<method name="ClaimAccelerometer"/><method name="ReleaseAccelerometer"/><method name="ClaimLight"/><method name="ReleaseLight"/>
<method name="ClaimProximity"/><method name="ReleaseProximity"/>
</interface></node>"""
PATH = "/net/hadess/SensorProxy"

orientation = sys.stdin.readline().strip()
values = {"HasAccelerometer": True, "HasAmbientLight": False, "HasProximity": False}
bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)


def get(_, sender, path, interface, name):
    if name == "AccelerometerOrientation":
        return GLib.Variant("s", orientation)
    return GLib.Variant("s", "vertical") if name == "AccelerometerTilt" else GLib.Variant("b", values[name])


def call(_, sender, path, interface, method, parameters, invocation):
    invocation.return_value(None)


def turn(channel, _):
    global orientation
    line = channel.readline()
    if not line:
        loop.quit()
        return False
    orientation = line.strip()
    changed = GLib.Variant("(sa{sv}as)", (INTERFACE, {"AccelerometerOrientation": GLib.Variant("s", orientation)}, []))
    bus.emit_signal(None, PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged", changed)
    return True


loop = GLib.MainLoop()
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(DESCRIPTION).interfaces[0], call, get, None)
Gio.bus_own_name_on_connection(bus, INTERFACE, Gio.BusNameOwnerFlags.NONE, None, None)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, turn)
loop.run()
