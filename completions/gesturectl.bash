# Completes what may be said to gesturectl, in bash.

_gesturectl_devices() {
    gesturectl devices 2>/dev/null | sed -n 's/^  id *//p'
}

# Completes the last of several words that are separated by commas.
_gesturectl_list() {
    local before=
    [[ $cur != *,* ]] || before=${cur%,*},
    compopt -o nospace
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
    __ltrim_colon_completions "$cur"
}

_gesturectl_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
    __ltrim_colon_completions "$cur"
}

_gesturectl() {
    local cur prev words cword
    # The ids of devices have colons in them.
    _get_comp_words_by_ref -n : cur prev words cword

    local kinds='press tap longPress drag swipe edgeSwipe pinch rotation touch activity'
    case $prev in
    --socket | --config | --device | -o)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return ;;
    --gestures) _gesturectl_list "$kinds"; return ;;
    --until) _gesturectl_list 'tap longPress drag swipe edgeSwipe pinch rotation'; return ;;
    --phases) _gesturectl_list 'possible began changed ended cancelled'; return ;;
    --devices) _gesturectl_list "$(_gesturectl_devices)"; return ;;
    --effective) _gesturectl_words "$(_gesturectl_devices)"; return ;;
    --rotation) _gesturectl_words '0 90 180 270'; return ;;
    --mirror) _gesturectl_words 'none horizontal vertical'; return ;;
    --output) _gesturectl_words "$(cd /sys/class/drm && printf '%s\n' card*-* | sed 's/^card[0-9]*-//')"; return ;;
    --count | --timeout | --for | --parameters) return ;;
    esac

    local command='' at
    for ((at = 1; at < cword; at++)); do
        case ${words[at]} in
        --socket) ((at++)) ;;
        -*) ;;
        *) command=${words[at]}; break ;;
        esac
    done

    local options='' subscription='--gestures --devices --phases --parameters'
    case $command in
    '')
        options='status metrics devices doctor check-config config monitor replay record
            transform grab release lock unlock pause resume reload pulse' ;;
    status) options=--json ;;
    devices) options=--verbose ;;
    doctor) options=--config ;;
    config) options='--effective --config' ;;
    monitor) options="--json --count --timeout --reconnect $subscription" ;;
    replay) options="--device $subscription" ;;
    record) options='-o --anonymous --service' ;;
    transform) options='--rotation --mirror --output' ;;
    lock) options='--until --for' ;;
    esac

    if [[ $cur != -* ]]; then
        case $command in
        transform | grab | release) _gesturectl_words "$(_gesturectl_devices)"; return ;;
        record)
            if [[ " ${words[*]} " == *' --service '* ]]; then
                _gesturectl_words "$(_gesturectl_devices)"
            else
                _gesturectl_words "$(printf '%s\n' /dev/input/event*)"
            fi
            return ;;
        replay | check-config)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return ;;
        esac
    fi
    _gesturectl_words "$options --socket --version --help"
}

complete -F _gesturectl gesturectl
