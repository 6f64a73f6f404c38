#compdef gesturectl
# Completion of gesturectl for zsh. 'gesturectl help --complete' prints the commands, options and arguments.

_gesturectl_table() {
  _call_program table gesturectl help --complete ${(q)@} 2>/dev/null
}

_gesturectl_commands() {
  local line
  local -a parts commands
  for line in ${(f)"$(_gesturectl_table)"}; do
    parts=("${(@ps:\t:)line}")
    [[ $parts[1] == -* ]] || commands+=("${parts[1]}:${parts[3]}")
  done
  _describe -t commands command commands
}

_gesturectl_devices() {
  local -a devices=(${(f)"$(_call_program devices gesturectl devices 2>/dev/null | sed -n 's/^  id *//p')"})
  _wanted devices expl device compadd "$@" -a devices
}

_gesturectl_displays() {
  local -a displays=(/sys/class/drm/card*-*(N:t))
  _wanted displays expl display compadd "$@" -- ${displays#card<->-}
}

# Sets action to what completes the values of one kind, as the table names it.
_gesturectl_action() {
  case $1 in
  file) action=_files ;;
  device) action=_gesturectl_devices ;;
  devices) action='_sequence _gesturectl_devices' ;;
  node)
    action='_files -W /dev/input -g "event*"'
    (( ! $words[(I)--service] )) || action=_gesturectl_devices ;;
  display) action=_gesturectl_displays ;;
  command) action=_gesturectl_commands ;;
  one-of\ *) action="(${1#one-of })" ;;
  some-of\ *) action="_sequence compadd - ${1#some-of }" ;;
  *) action='' ;;
  esac
}

# Sets specs to what _arguments takes, for a command or for the options that all of them have.
_gesturectl_specs() {
  local line action help
  local -a parts
  specs=()
  for line in ${(f)"$(_gesturectl_table "$@")"}; do
    parts=("${(@ps:\t:)line}")
    help=${${${parts[3]//\\/\\\\}//]/\\]}//:/\\:}
    _gesturectl_action $parts[2]
    case $parts[1] in
    -*)
      if [[ $parts[2] == flag ]]; then
        specs+=("${parts[1]}[$help]")
      elif [[ $parts[1] == --* ]]; then
        specs+=("${parts[1]}=[$help]:value:$action")
      else
        specs+=("${parts[1]}[$help]:value:$action")
      fi ;;
    [A-Z]*) specs+=(":${(L)parts[1]}:$action") ;;
    esac
  done
}

_gesturectl() {
  local -a specs
  local curcontext=$curcontext state line
  typeset -A opt_args

  _gesturectl_specs
  _arguments -C $specs '1:command:_gesturectl_commands' '*::argument:->arguments' && return
  [[ $state == arguments ]] || return 1
  _gesturectl_specs $words[1]
  _arguments $specs
}

_gesturectl "$@"
