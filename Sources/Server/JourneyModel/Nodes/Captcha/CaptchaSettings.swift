import Foundation
import Primitives

/// The common settings of the CAPTCHA nodes.
package enum CaptchaSettings {
    /// The longest answer of a client in bytes.
    package static let longest = 1024

    /// Returns the problems of an address of a provider: the secret goes there.
    static func objections(url: String, in setting: String) -> [SettingObjection] {
        let isGood = url.hasPrefix("https://") && url.utf8.count <= longest && URL(string: url)?.host()?.isEmpty == false
        return isGood ? [] : [SettingObjection(setting, "expected a URL with https")]
    }

    /// Returns the problems of a least score.
    static func objections(score: String) -> [SettingObjection] {
        Double(score).map { (0...1).contains($0) } == true ? [] : [SettingObjection("scoreThreshold", "expected a number from 0.0 to 1.0")]
    }
}
