internal import CLinux
import Diagnosis
import GestureConfiguration
import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text
import TouchDecoding
import TouchDevices

/// One setup of a panel: asks the person, and configures what is found.
package struct SetupSession {
    let socket: String
    /// The id, name or node of the panel; nil if the person shows it.
    let device: String?
    /// nil for the default path.
    let configuration: String?
    private let prints: Bool

    /// - Parameters:
    ///   - device: the id, name or node of the panel; nil if the person shows it.
    ///   - configuration: the path of the main file; nil for the default.
    ///   - prints: prints the settings instead of writing them.
    package init(socket: String, device: String?, configuration: String?, prints: Bool) {
        self.socket = socket
        self.device = device
        self.configuration = configuration
        self.prints = prints
    }

    var mainPath: String { configuration ?? ConfigurationFiles.defaultPath }

    /// Sets up the panel.
    package func run() throws(Failure) {
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
            Console.error("Nothing was changed.")
            return
        }
        let text = PanelDropIn.text(section: panel.section, settings.lines)
        if prints { Console.write(text) } else { try apply(settings, text, of: panel, isServed: service != nil) }
    }

    /// - Returns: the devices that the service uses; nil if no service runs.
    func usedDevices() throws(Failure) -> [DeviceReport]? {
        do throws(ConnectionError) {
            return try ServiceConnection(path: socket).devices().devices
        } catch .cannotConnect(_, ENOENT), .cannotConnect(_, ECONNREFUSED) {
            return nil
        } catch {
            throw Failure(error)
        }
    }

    // MARK: The dialogue

    /// - Returns: the panel, and its settings; no settings if the person ended the dialogue.
    private func ask(
        _ devices: [InputDevice], _ used: [DeviceReport]?, _ files: ConfigurationFiles
    ) throws(Failure) -> (Panel, PanelSettings?) {
        let panels = try Panel.all(named: device, devices, used)
        var inputs: [PanelInput] = []
        for panel in panels { inputs.append(try panel.open(socket: socket)) }
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
        for line in lines { Console.error(line) }
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
        Console.error("Written: \(file.path)")
        let back = "'gesturectl setup --undo' takes them back."
        guard isServed, let panelID = panel.used?.id else {
            Console.error("No service runs. It uses the settings when it starts. \(back)")
            return
        }
        let differences = try settings.differences(from: device(panelID))
        guard differences.isEmpty else {
            for (key, text) in differences {
                Console.error("The service uses \(text): \(cause(of: key, panel, files, file.path))")
            }
            throw .failed("the service does not use all settings")
        }
        Console.error("The service uses the settings. \(back)")
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
}
