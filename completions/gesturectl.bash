# Completion of gesturectl for bash. 'gesturectl help --complete' prints the commands, options and arguments.

_gesturectl_devices() {
    gesturectl devices 2>/dev/null | sed -n 's/^  id *//p'
}

_gesturectl_displays() {
    local folder
    for folder in /sys/class/drm/card*-*; do
        [[ ! -d $folder ]] || echo "${folder#*/card*-}"
    done
}

_gesturectl_commands() {
    local word kind help
    while IFS=$'\t' read -r word kind help; do
        [[ $word == -* ]] || echo "$word"
    done < <(gesturectl help --complete 2>/dev/null)
}

# Offers the words that begin with the typed text. compgen -W is unsuitable, because it executes $(…) in words, and the name of a
# device can contain that.
_gesturectl_words() {
    _gesturectl_last "$1" "$cur" ''
}

# The same for the last of words that are separated by commas.
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

# Offers the values of one kind, as the table names it.
_gesturectl_values() {
    case $1 in
    file)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    device) _gesturectl_words "$(_gesturectl_devices)" ;;
    devices) _gesturectl_list "$(_gesturectl_devices)" ;;
    node)
        if [[ " ${words[*]} " == *' --service '* ]]; then
            _gesturectl_words "$(_gesturectl_devices)"
        else
            _gesturectl_words "$(printf '%s\n' /dev/input/event*)"
        fi ;;
    display) _gesturectl_words "$(_gesturectl_displays)" ;;
    command) _gesturectl_words "$(_gesturectl_commands)" ;;
    'one-of '*) _gesturectl_words "${1#one-of }" ;;
    'some-of '*) _gesturectl_list "${1#some-of }" ;;
    esac
}

_gesturectl() {
    local cur prev words cword
    # Device ids contain colons, and --option=value is one word.
    _get_comp_words_by_ref -n := cur prev words cword

    local command='' at
    for ((at = 1; at < cword; at++)); do
        case ${words[at]} in
        --socket) ((at++)) ;;
        -*) ;;
        *) command=${words[at]}; break ;;
        esac
    done

    # bash splits --option=value into three words and replaces the last.
    if [[ $cur == --*=* ]]; then
        prev=${cur%%=*}
        cur=${cur#*=}
    fi

    local word kind help names='' argument=''
    while IFS=$'\t' read -r word kind help; do
        if [[ $kind != flag && $word == "$prev" ]]; then
            _gesturectl_values "$kind"
            return
        fi
        case $word in
        [A-Z]*) argument=$kind ;;
        -h) ;;
        *) names+=" $word" ;;
        esac
    done < <(gesturectl help --complete ${command:+"$command"} 2>/dev/null)

    if [[ -n $argument && $cur != -* ]]; then
        _gesturectl_values "$argument"
    else
        _gesturectl_words "$names"
    fi
}

complete -F _gesturectl gesturectl
