#compdef gesturectl
# Completes what may be said to gesturectl, in zsh.

_gesturectl_commands() {
  local -a commands=(
    'status:how the service is doing'
    'metrics:how the service is doing, as OpenMetrics text'
    'devices:the touch devices there are'
    'doctor:say what is wrong, and what to do'
    'check-config:say whether the service would take its configuration'
    'config:print what is configured, and where it is said'
    'monitor:print gestures as they come'
    'replay:print what would be recognized in a recording'
    'record:record a touch device'
    'transform:say how a device is mounted'
    'grab:keep the events of a device from all other programs'
    'release:let other programs have the events of a device'
    'lock:swallow all touches, so that a screen can be cleaned'
    'unlock:set touches free'
    'pause:recognize nothing'
    'resume:recognize gestures again'
    'reload:read the configuration anew'
    'pulse:make the haptic device pulse'
  )
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

_gesturectl() {
  local -a always=(
    '--socket[where the service listens]:socket:_files'
    '--version[print the version]'
    '(-h --help)'{-h,--help}'[print a summary]'
  )
  local -a kinds=(press tap longPress drag swipe edgeSwipe pinch rotation touch activity)
  local -a subscription=(
    "--gestures[which gestures]:kinds:_sequence compadd - $kinds"
    '--devices[of which devices]:devices:_sequence _gesturectl_devices'
    '--phases[which phases]:phases:_sequence compadd - possible began changed ended cancelled'
    '--parameters[the parameters of Subscribe]:JSON:'
  )
  local -a also
  local curcontext=$curcontext state line
  typeset -A opt_args

  _arguments -C $always '1:command:_gesturectl_commands' '*::argument:->arguments' && return
  [[ $state == arguments ]] || return 1
  case $words[1] in
  status) also=('--json[one JSON object in a line]') ;;
  devices) also=('--verbose[all that is known of each]') ;;
  doctor) also=('--config[the configuration of the service]:file:_files') ;;
  check-config) also=('1:file:_files') ;;
  config)
    also=(
      '--effective[all that holds for one device]:device:_gesturectl_devices'
      '--config[the configuration of the service]:file:_files'
    ) ;;
  monitor)
    also=(
      $subscription
      '--json[one JSON object a line]'
      '--count[end after so many events]:number:'
      '--timeout[end after so long]:seconds:'
      '--reconnect[come back when the service does]'
    ) ;;
  replay) also=($subscription '--device[take the description of the device from another file]:file:_files' '1:recording:_files') ;;
  record)
    also=(
      '-o[write to a file]:file:_files'
      '--anonymous[shift each touch by a random vector]'
      '--service[have the service record]'
    )
    if (( $words[(I)--service] )); then
      also+=('1:device:_gesturectl_devices')
    else
      also+=('1:device:_files -W /dev/input -g "event*"')
    fi ;;
  transform)
    also=(
      '1:device:_gesturectl_devices'
      '--rotation[how far it is turned clockwise]:degrees:(0 90 180 270)'
      '--mirror[what is the wrong way round]:axis:(none horizontal vertical)'
      '--output[the display it belongs to]:display:_gesturectl_displays'
    ) ;;
  grab | release) also=('1:device:_gesturectl_devices') ;;
  lock)
    also=(
      "--until[when one of these is recognized]:gestures:_sequence compadd - tap longPress drag swipe edgeSwipe pinch rotation"
      '--for[after so long]:seconds:'
    ) ;;
  pulse) also=('1:count:') ;;
  esac
  _arguments $always $also
}

_gesturectl "$@"
