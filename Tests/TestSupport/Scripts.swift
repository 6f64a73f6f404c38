@_exported import TouchScripts
