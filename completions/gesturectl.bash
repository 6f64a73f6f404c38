# Completes the arguments of gesturectl in bash.

_gesturectl_devices() {
    gesturectl devices 2>/dev/null | sed -n 's/^  id *//p'
}

_gesturectl_displays() {
    local folder
    for folder in /sys/class/drm/card*-*; do
        [[ ! -d $folder ]] || echo "${folder#*/card*-}"
    done
}

# Offers the words that begin with the typed text. compgen -W is unsuitable, because it executes $(…) in words, and the name of a
# device can contain that.
_gesturectl_words() {
    _gesturectl_last "$1" "$cur" ''
}

# Does the same for the last element of a list separated by commas.
_gesturectl_list() {
    local before=
    [[ $cur != *,* ]] || before=${cur%,*},
    compopt -o nospace
    _gesturectl_last "$1" "${cur##*,}" "$before"
}

_gesturectl_last() {
    local known word
    read -rd '' -a known <<<"$1"
    COMPREPLY=()
    for word in "${known[@]}"; do
        [[ $word != "$2"* ]] || COMPREPLY+=("$3$(printf %q "$word")")
    done
    __ltrim_colon_completions "$cur"
}

_gesturectl() {
    local cur prev words cword
    # Device ids contain colons.
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
    --output) _gesturectl_words "$(_gesturectl_displays)"; return ;;
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
