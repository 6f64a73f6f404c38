import GestureCore
import GestureProtocol
import Text

extension SettingReport {
    init(_ setting: ConfiguredSetting) {
        self.init()
        section = setting.section
        key = setting.key
        value = ByteString(setting.value)
        file = ByteString(setting.path)
        line = setting.line
    }
}
