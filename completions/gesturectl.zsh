#compdef gesturectl
# Completes the arguments of gesturectl in zsh.

_gesturectl_commands() {
  local -a commands=(
    'status:print the state of the service'
    'metrics:print the state of the service as OpenMetrics text'
    'devices:list touch devices'
    'doctor:diagnose problems and print fixes'
    'check-config:check the configuration'
    'config:print the configuration with file and line of each value'
    'monitor:print gestures as they are recognized'
    'replay:print the gestures in a recording'
    'record:record a touch device'
    'transform:set how a device is mounted'
    'grab:grab a device exclusively'
    'release:release a grabbed device'
    'lock:block all touches, for example to clean a screen'
    'unlock:unlock touches'
    'pause:suspend recognition'
    'resume:resume recognition'
    'reload:reload the configuration'
    'pulse:let the haptic device pulse'
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
    '--socket[socket of the service]:socket:_files'
    '--version[print the version]'
    '(-h --help)'{-h,--help}'[print a summary]'
  )
  local -a kinds=(press tap longPress drag swipe edgeSwipe pinch rotation touch activity)
  local -a subscription=(
    "--gestures[gestures to report]:kinds:_sequence compadd - $kinds"
    '--devices[devices to report]:devices:_sequence _gesturectl_devices'
    '--phases[phases to report]:phases:_sequence compadd - possible began changed ended cancelled'
    '--parameters[parameters of Subscribe]:JSON:'
  )
  local -a also
  local curcontext=$curcontext state line
  typeset -A opt_args

  _arguments -C $always '1:command:_gesturectl_commands' '*::argument:->arguments' && return
  [[ $state == arguments ]] || return 1
  case $words[1] in
  status) also=('--json[print one line of JSON]') ;;
  devices) also=('--verbose[print all details]') ;;
  doctor) also=('--config[configuration of the service]:file:_files') ;;
  check-config) also=('1:file:_files') ;;
  config)
    also=(
      '--effective[print all settings of one device]:device:_gesturectl_devices'
      '--config[configuration of the service]:file:_files'
    ) ;;
  monitor)
    also=(
      $subscription
      '--json[print one JSON object per line]'
      '--count[exit after this number of events]:number:'
      '--timeout[exit after this time]:seconds:'
      '--reconnect[connect again if the service restarts]'
    ) ;;
  replay) also=($subscription '--device[read the device description from another file]:file:_files' '1:recording:_files') ;;
  record)
    also=(
      '-o[write to a file]:file:_files'
      '--anonymous[shift each touch by a random vector]'
      '--service[let the service record]'
    )
    if (( $words[(I)--service] )); then
      also+=('1:device:_gesturectl_devices')
    else
      also+=('1:device:_files -W /dev/input -g "event*"')
    fi ;;
  transform)
    also=(
      '1:device:_gesturectl_devices'
      '--rotation[clockwise rotation]:degrees:(0 90 180 270)'
      '--mirror[mirrored direction]:axis:(none horizontal vertical)'
      '--output[display of the device]:display:_gesturectl_displays'
    ) ;;
  grab | release) also=('1:device:_gesturectl_devices') ;;
  lock)
    also=(
      "--until[unlock when one of these is recognized]:gestures:_sequence compadd - tap longPress drag swipe edgeSwipe pinch rotation"
      '--for[unlock after this time]:seconds:'
    ) ;;
  pulse) also=('1:count:') ;;
  esac
  _arguments $always $also
}

_gesturectl "$@"
