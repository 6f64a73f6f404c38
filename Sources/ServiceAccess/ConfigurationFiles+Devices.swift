import GestureConfiguration
import GestureCore
import GestureProtocol
import Text
import TouchDecoding
import TouchRecordings

extension ConfigurationFiles {
    /// Finds the settings that decide on a recorded device.
    package func settings(of device: RecordedDevice) -> ConfiguredSetting.Finder {
        settings(on: device.geometry.kind, named: device.description.names)
    }

    /// Finds the settings that decide on a device of the service.
    package func settings(of device: DeviceReport) -> ConfiguredSetting.Finder {
        settings(on: Surface(device).kind, named: device.names)
    }

    /// A device of the service as `touch` events show it: without the contacts that touch accommodations hold back.
    package func surface(of device: DeviceReport, id: SurfaceID = SurfaceID(0)) -> Surface {
        var surface = Surface(device, id: id)
        surface.accommodations.isSteady = configuration.options(named: device.names).isSteady ?? false
        return surface
    }
}

extension DeviceReport {
    /// The names that a section of the configuration can give it, as far as the service tells.
    fileprivate var names: [ByteString] { [name, id] }
}
