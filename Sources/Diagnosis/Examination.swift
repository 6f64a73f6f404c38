internal import CLinux
import GestureConfiguration
import GestureConnection
import GestureProtocol
import ServiceAccess
import System
import Text
import TouchDevices

/// Gathers the facts that the findings are made of.
package struct Examination {
    private let socket: String
    private let configuration: String?

    /// - Parameter configuration: the path of the main file; nil for the default.
    package init(socket: String, configuration: String?) {
        self.socket = socket
        self.configuration = configuration
    }

    package func findings() -> [Finding] {
        let isInstalled = ByteString(socket) == ByteString(defaultSocket)
        let displays = Self.displays()
        let (answer, list, listener) = ask()
        // After connecting, which can have started the service.
        var units = isInstalled ? SystemManager.units() : nil
        let user = isInstalled ? UserAccount.named(units?.user ?? "gestured") : nil
        units?.hasUser = user != nil
        let mainPID = units?.mainPID ?? 0
        let files = configurationFiles()
        let devices = InputSurvey.devices(
            try? files.get().configuration, service: mainPID > 0 ? mainPID : listener)
        let read = configuration == nil ? try? files.get() : nil
        let parts = [
            ServiceFindings(
                answer: answer, version: ByteString("\(version)"), units: units, socket: isInstalled ? nil : socket,
                initSystem: .current
            ).all,
            socketFindings(isInstalled: isInstalled).all,
            ConfigurationFindings(
                files: files, unreadable: user.flatMap { read?.unreadable(to: $0) } ?? [], devices: devices,
                service: list
            ).all,
            DisplayFindings.all(displays),
            DeviceFindings(
                devices: devices, service: list, user: user,
                displays: displays.map { ByteString($0.name) }, now: .now,
                initSystem: .current
            ).all,
            ActionFindings.all(service: list),
        ]
        return parts.flatMap { $0 }
    }

    // MARK: Facts

    /// - Returns: the replies of the service, and the process that listens on the socket.
    private func ask() -> (ServiceFindings.Answer, DeviceList?, listener: Int32) {
        var listener: Int32 = 0
        do throws(ConnectionError) {
            let connection = try ServiceConnection(path: socket)
            listener = connection.listener
            let status = try connection.call(.getStatus, timeout: replyTimeout).printable
            return (.status(status), try connection.devices(), listener)
        } catch .cannotConnect(_, ECONNREFUSED) {
            return (.refused, nil, listener)
        } catch .cannotConnect {
            return (.noSocket, nil, listener)
        } catch {
            return (.failed(reason: error.message), nil, listener)
        }
    }

    private func socketFindings(isInstalled: Bool) -> SocketFindings {
        let user = UserAccount.current
        var findings = SocketFindings(
            path: socket, file: .missing, isInstalled: isInstalled, user: user, userName: userName(user.uid),
            initSystem: .current)
        var status = stat()
        if unsafe stat(socket, &status) == 0 {
            let group = UserGroup(status.st_gid)
            findings.isMember = group.members.contains { ByteString($0) == ByteString(findings.userName) }
            findings.file =
                linux_is_socket(status.st_mode) == 0
                ? .other
                : .socket(FilePermissions(socket, status), owner: userName(status.st_uid), group: group.name)
        } else {
            let error = linux_errno()
            if error != ENOENT { findings.file = .hidden(reason: errorMessage(error)) }
        }
        return findings
    }

    private func configurationFiles() -> Result<ConfigurationFiles, ConfigurationError> {
        do throws(ConfigurationError) {
            return .success(try ConfigurationFiles(path: configuration))
        } catch {
            return .failure(error)
        }
    }

    private static func displays() -> [Display] {
        do throws(DeviceMonitorError) {
            return try DeviceMonitor().displays()
        } catch {
            return []
        }
    }
}
