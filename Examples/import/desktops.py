"""What touchegg does by itself, and how each desktop does it: with its default shortcuts, or its commands."""

WINDOW_ACTIONS = {
    "MAXIMIZE_RESTORE_WINDOW", "MINIMIZE_WINDOW", "FULLSCREEN_WINDOW", "CLOSE_WINDOW", "SHOW_DESKTOP", "TILE_WINDOW",
    "CHANGE_DESKTOP",
}

KWIN = 'busctl --user call org.kde.kglobalaccel /component/kwin org.kde.kglobalaccel.Component invokeShortcut s "{}"'
DESKTOPS = {
    "gnome": {
        "MAXIMIZE_RESTORE_WINDOW": "key alt+f10", "MINIMIZE_WINDOW": "key super+h", "CLOSE_WINDOW": "key alt+f4",
        "SHOW_DESKTOP": "key super+d", "TILE_WINDOW left": "key super+left", "TILE_WINDOW right": "key super+right",
        "CHANGE_DESKTOP next": "key super+pagedown", "CHANGE_DESKTOP previous": "key super+pageup",
        "CHANGE_DESKTOP right": "key super+pagedown", "CHANGE_DESKTOP left": "key super+pageup",
    },
    "kde": {
        "MAXIMIZE_RESTORE_WINDOW": KWIN.format("Window Maximize"), "MINIMIZE_WINDOW": KWIN.format("Window Minimize"),
        "FULLSCREEN_WINDOW": KWIN.format("Window Fullscreen"), "CLOSE_WINDOW": KWIN.format("Window Close"),
        "SHOW_DESKTOP": KWIN.format("Show Desktop"),
        "TILE_WINDOW left": KWIN.format("Window Quick Tile Left"), "TILE_WINDOW right": KWIN.format("Window Quick Tile Right"),
        "CHANGE_DESKTOP next": KWIN.format("Switch to Next Desktop"),
        "CHANGE_DESKTOP previous": KWIN.format("Switch to Previous Desktop"),
        "CHANGE_DESKTOP left": KWIN.format("Switch One Desktop to the Left"),
        "CHANGE_DESKTOP right": KWIN.format("Switch One Desktop to the Right"),
        "CHANGE_DESKTOP up": KWIN.format("Switch One Desktop Up"), "CHANGE_DESKTOP down": KWIN.format("Switch One Desktop Down"),
    },
    "xfce": {
        "MAXIMIZE_RESTORE_WINDOW": "key alt+f10", "MINIMIZE_WINDOW": "key alt+f9", "FULLSCREEN_WINDOW": "key alt+f11",
        "CLOSE_WINDOW": "key alt+f4", "SHOW_DESKTOP": "key ctrl+alt+d",
        **{f"CHANGE_DESKTOP {direction}": f"key ctrl+alt+{direction}" for direction in ("left", "right", "up", "down")},
        "CHANGE_DESKTOP next": "key ctrl+alt+right", "CHANGE_DESKTOP previous": "key ctrl+alt+left",
    },
    "sway": {
        "FULLSCREEN_WINDOW": "swaymsg fullscreen", "CLOSE_WINDOW": "swaymsg kill",
        "CHANGE_DESKTOP next": "swaymsg workspace next", "CHANGE_DESKTOP previous": "swaymsg workspace prev",
        "CHANGE_DESKTOP right": "swaymsg workspace next", "CHANGE_DESKTOP left": "swaymsg workspace prev",
    },
    "hyprland": {
        "MAXIMIZE_RESTORE_WINDOW": "hyprctl dispatch fullscreen 1", "FULLSCREEN_WINDOW": "hyprctl dispatch fullscreen 0",
        "CLOSE_WINDOW": "hyprctl dispatch killactive",
        "CHANGE_DESKTOP next": "hyprctl dispatch workspace e+1", "CHANGE_DESKTOP previous": "hyprctl dispatch workspace e-1",
        "CHANGE_DESKTOP right": "hyprctl dispatch workspace e+1", "CHANGE_DESKTOP left": "hyprctl dispatch workspace e-1",
    },
}
