import GestureCore
import GestureProtocol
import TouchInput

extension DeviceReport {
    init(id: [UInt8], name: [UInt8], node: [UInt8], geometry: TouchGeometry, contacts: Int, overruns: Int) {
        self.init(
            id: id, name: name, node: node, kind: geometry.kind, width: geometry.size.width,
            height: geometry.size.height, sizeSource: geometry.size.source.name, slots: geometry.slots,
            contacts: contacts, overruns: overruns)
    }
}
