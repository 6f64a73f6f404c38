internal import CLinux
import GestureConfiguration
import GestureConnection
import GestureCore
import GestureProtocol
import Text
import TouchDecoding
import TouchDevices

extension Command {
    static var setup: Command {
        Command(
            name: "setup", topic: .service,
            arguments: [
                Argument(
                    name: "DEVICE", isRequired: false, help: "the id, name or node of a touchscreen",
                    completion: .device)
            ],
            options: [SetupCommand.undo, SetupCommand.print, SetupCommand.config],
            summary: "Find rotation, size and display of a panel by touch.",
            details: """
                Asks you to touch the corners of the screen and to type or measure its size, tests the result, writes it to a file in
                gestured.conf.d, and reloads the service. Needs root. The terminal can be on another machine. If there are several
                touchscreens and DEVICE is not specified, touch the one to set up.
                """,
            example: "sudo gesturectl setup"
        ) { invocation throws(Failure) in try SetupCommand(invocation).run() }
    }
}

/// `gesturectl setup`: finds how a touchscreen is mounted and how large it is, and configures it.
struct SetupCommand {
    static let undo = Option("--undo", help: "Restore the settings from before the last setup of the device.")
    static let print = Option("--print", help: "Print the settings instead of writing them.")
    static let config = Option(
        "--config", "FILE", .file, help: "Read FILE instead of \(ConfigurationFiles.defaultPath), and write to FILE.d.")

    private let socket: String
    private let device: String?
    private let undoes: Bool
    private let prints: Bool
    /// nil for the default path.
    private let configuration: String?

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        device = invocation.arguments.first
        undoes = invocation.has(Self.undo)
        prints = invocation.has(Self.print)
        configuration = invocation.value(of: Self.config)
        if undoes, prints { throw .usage("--undo cannot be combined with --print") }
    }

    private var mainPath: String { configuration ?? ConfigurationFiles.defaultPath }

    func run() throws(Failure) {
        if undoes {
            try takeBack()
            return
        }
        if !prints { try PanelDropIn(configuration: mainPath, section: "").checkAccess() }
        let files = try readConfiguration(configuration)
        let service = try usedDevices()
        guard let devices = InputSurvey.devices(files.configuration) else {
            throw .failed("udev is not available: no device can be found")
        }
        let panel: Panel
        let settings: PanelSettings?
        do throws(Failure) {
            (panel, settings) = try ask(devices, service, files)
        } catch {
            throw .failed("\(error.message); nothing was changed")
        }
        guard let settings else {
            Output.error("Nothing was changed.")
            return
        }
        let text = PanelDropIn.text(section: panel.section, settings.lines)
        if prints { Output.write(text) } else { try apply(settings, text, of: panel, isServed: service != nil) }
    }

    /// - Returns: the devices that the service uses; nil if no service runs.
    private func usedDevices() throws(Failure) -> [DeviceReport]? {
        do throws(ConnectionError) {
            return try ServiceConnection(path: socket).devices().devices
        } catch .cannotConnect(_, ENOENT), .cannotConnect(_, ECONNREFUSED) {
            return nil
        } catch {
            throw Failure(error)
        }
    }

    // MARK: The panel

    /// A touchscreen that can be set up.
    private struct Panel {
        var device: InputDevice
        /// nil if no service runs.
        var used: DeviceReport?
        /// The device in the name of its section.
        var section: ByteString
    }

    /// - Parameter used: nil if no service runs.
    private func panels(_ devices: [InputDevice], _ used: [DeviceReport]?) throws(Failure) -> [Panel] {
        var found: [(InputDevice, DeviceReport?)]
        if let device {
            let (input, user) = try InputDevice.find(device, devices, used ?? [])
            try checkUse(input, isUsed: used == nil || user != nil)
            found = [(input, user)]
        } else {
            found = devices.filter { $0.mayBeTouch && $0.surfaceKind == .touchscreen }
                .map { input in (input, used?.first { $0.node == input.path }) }
                .filter { used == nil || $0.1 != nil }
        }
        guard !found.isEmpty else {
            throw .failed("no touchscreen found that the service can use; 'gesturectl doctor' says why")
        }
        var panels: [Panel] = []
        for (input, user) in found {
            panels.append(Panel(device: input, used: user, section: try section(of: input, devices, used ?? [])))
        }
        return panels
    }

    private func checkUse(_ input: InputDevice, isUsed: Bool) throws(Failure) {
        switch input.surfaceKind {
        case .touchpad:
            throw .failed(
                "\(input.description.name): a touchpad, which cannot be set up: it is never rotated, and has no display; "
                    + "set its size in gestured.conf if 'gesturectl devices' prints a wrong one")
        case .touchscreen where isUsed: break
        case .touchscreen, nil:
            throw .failed("\(input.description.name): the service does not use it; 'gesturectl doctor' says why")
        }
    }

    /// Returns the first name that only this device has.
    private func section(
        of input: InputDevice, _ devices: [InputDevice], _ used: [DeviceReport]
    ) throws(Failure) -> ByteString {
        let others = devices.filter { $0.mayBeTouch && $0.path != input.path }.flatMap { $0.names(used) }
        let id = used.first { $0.node == input.path }?.id
        let names = input.description.names + (id.map { [$0] } ?? [])
        for name in names where isReadableInSection(name.description) && !others.contains(name) { return name }
        throw .failed(
            "\(input.description.name): no name for a section in gestured.conf tells it from other devices; "
                + "unplug the others first")
    }

    private func open(_ panel: Panel) throws(Failure) -> PanelInput {
        let name = panel.device.description.name
        guard let used = panel.used else { return try PanelInput(path: panel.device.path, name: name) }
        return try PanelInput(socket: socket, id: used.id.description, name: name)
    }

    // MARK: The dialogue

    /// - Returns: the panel, and its settings; no settings if the person ended the dialogue.
    private func ask(
        _ devices: [InputDevice], _ used: [DeviceReport]?, _ files: ConfigurationFiles
    ) throws(Failure) -> (Panel, PanelSettings?) {
        let panels = try panels(devices, used)
        var inputs: [PanelInput] = []
        for panel in panels { inputs.append(try open(panel)) }
        let loop = try SetupLoop(inputs)
        let index = panels.count == 1 ? 0 : try choose(panels, loop)
        let (panel, input) = (panels[index], inputs[index])
        var dialogue = SetupDialogue(
            try facts(of: panel, input, files), asksToWrite: !prints,
            seed: Int(truncatingIfNeeded: linux_monotonic_microseconds()))
        show(dialogue.introduction)
        while !dialogue.isOver {
            switch try loop.next(isTimed: dialogue.awaitsTouch) {
            case .touch(let touch, index): show(dialogue.handle(.touch(touch)))
            case .touch: show(["That was another touchscreen."])
            case .line(let line): show(dialogue.handle(.line(line)))
            case .silence: show(dialogue.handle(.silence))
            }
        }
        if dialogue.step == .abandoned { throw .failed("no touch has come for a long time") }
        return (panel, dialogue.step == .done ? dialogue.settings : nil)
    }

    private func choose(_ panels: [Panel], _ loop: SetupLoop) throws(Failure) -> Int {
        show(["There are several touchscreens. Touch the one to set up."] + panels.map { "  \($0.device.label)" })
        for _ in 0..<SetupDialogue.mostSilences {
            switch try loop.next(isTimed: true) {
            case .touch(_, let index): return index
            case .line: show(["Touch the one to set up."])
            case .silence: show(["No touch has come for a minute. Still waiting."])
            }
        }
        throw .failed("no touch has come for a long time")
    }

    /// To standard error: standard output is for the settings.
    private func show(_ lines: [String]) {
        for line in lines { Output.error(line) }
    }

    private func facts(
        of panel: Panel, _ input: PanelInput, _ files: ConfigurationFiles
    ) throws(Failure) -> PanelFacts {
        let options = files.configuration.options(
            named: panel.device.description.names + (panel.used.map { [$0.id] } ?? []))
        do throws(UnusableDevice) {
            var facts = try PanelFacts(
                name: ByteString(panel.device.description.name), input.description, calibration: input.calibration,
                configured: options.size)
            facts.output = options.output.map { ByteString($0) } ?? panel.device.output
            facts.screens = displays
            return facts
        } catch {
            throw .failed("\(panel.device.description.name): \(error.message)")
        }
    }

    private var displays: [PanelFacts.Screen] {
        do throws(DeviceMonitorError) {
            return try DeviceMonitor().displays().map {
                PanelFacts.Screen(name: ByteString($0.name), size: $0.size, pictureRatio: $0.pictureRatio)
            }
        } catch {
            return []
        }
    }

    // MARK: Writing

    private func apply(
        _ settings: PanelSettings, _ text: String, of panel: Panel, isServed: Bool
    ) throws(Failure) {
        let file = PanelDropIn(configuration: mainPath, section: panel.section)
        let former = try file.write(text)
        let files: ConfigurationFiles
        do throws(Failure) {
            files = try readConfiguration(configuration)
            if isServed { try reload() }
        } catch {
            try file.restore(former)
            throw .failed("\(error.message); \(file.path) is as it was before")
        }
        Output.error("Written: \(file.path)")
        let back = "'gesturectl setup --undo' takes them back."
        guard isServed, let panelID = panel.used?.id else {
            Output.error("No service runs. It uses the settings when it starts. \(back)")
            return
        }
        let differences = try settings.differences(from: device(panelID))
        guard differences.isEmpty else {
            for (key, text) in differences {
                Output.error("The service uses \(text): \(cause(of: key, panel, files, file.path))")
            }
            throw .failed("the service does not use all settings")
        }
        Output.error("The service uses the settings. \(back)")
    }

    private func reload() throws(Failure) { try call(socket, .reload) }

    private func device(_ id: ByteString) throws(Failure) -> DeviceReport {
        let list = try listDevices(connect(socket))
        guard let used = list.devices.first(where: { $0.id == id }) else {
            throw .failed("\(id): the panel was unplugged, or the settings are not valid for it")
        }
        return used
    }

    /// The reason why the service does not use a setting.
    private func cause(
        of key: ByteString, _ panel: Panel, _ files: ConfigurationFiles, _ path: String
    ) -> String {
        let effective = files.effective(of: panel.device.description, id: panel.used?.id.description)
        guard let source = effective.first(where: { $0.key == key })?.source,
            ByteString(source.path) != ByteString(path)
        else {
            return "a client has set it, for example with 'gesturectl transform'; restart the service: "
                + InitSystem.current.restart
        }
        return "\(source.path):\(source.line) overrides it"
    }

    // MARK: Undo

    private func takeBack() throws(Failure) {
        let file = try fileToUndo()
        try file.checkAccess()
        let isRestored = try file.undo()
        Output.error(
            isRestored ? "\(file.path): restored as it was before the last setup" : "\(file.path): removed")
        do throws(ConnectionError) {
            _ = try ServiceConnection(path: socket).call(.reload, timeout: replyTimeout)
            Output.error("The service uses the settings from before.")
        } catch .cannotConnect(_, ENOENT), .cannotConnect(_, ECONNREFUSED) {
            Output.error("No service runs. It uses the settings from before when it starts.")
        } catch {
            throw Failure(error)
        }
    }

    private func fileToUndo() throws(Failure) -> PanelDropIn {
        let files = try PanelDropIn.all(configuration: mainPath)
        guard !files.isEmpty else { throw .failed("\(mainPath).d: 'gesturectl setup' has written nothing to undo") }
        var sections: [ByteString] = []
        for file in files { sections.append(try file.section() ?? "") }
        guard let device else {
            guard files.count == 1 else {
                throw .failed("several panels were set up; specify one of \(joined(sections.map { "'\($0)'" }))")
            }
            return files[0]
        }
        // The panel need not be plugged in.
        let (devices, used) = (InputSurvey.devices(nil) ?? [], (try? usedDevices()) ?? [])
        let names = (try? InputDevice.find(device, devices, used)).map { $0.0.names(used) } ?? [ByteString(device)]
        guard let index = sections.firstIndex(where: { names.contains($0) }) else {
            throw .failed("\(device): not set up; specify one of \(joined(sections.map { "'\($0)'" }))")
        }
        return files[index]
    }
}
