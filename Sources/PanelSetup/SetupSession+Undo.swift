internal import CLinux
import Diagnosis
import GestureConnection
import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension SetupSession {
    /// Restores the settings from before the last setup of the panel.
    package func undo() throws(Failure) {
        let file = try fileToUndo()
        try file.checkAccess()
        let isRestored = try file.undo()
        Console.error(
            isRestored ? "\(file.path): restored as it was before the last setup" : "\(file.path): removed")
        do throws(ConnectionError) {
            _ = try ServiceConnection(path: socket).call(.reload, timeout: replyTimeout)
            Console.error("The service uses the settings from before.")
        } catch .cannotConnect(_, ENOENT), .cannotConnect(_, ECONNREFUSED) {
            Console.error("No service runs. It uses the settings from before when it starts.")
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
