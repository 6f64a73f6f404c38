import GestureClient

// Names for files that import the core, too. `GestureClient.` is the class, not the module.
typealias ClientModifiers = EventModifiers
typealias ClientMask = GestureMask
