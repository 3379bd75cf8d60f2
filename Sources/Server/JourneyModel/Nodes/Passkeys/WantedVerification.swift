import Primitives

/// The user verification that a node wants, by AM's names.
package enum WantedVerification: String, CaseIterable, SettingValue {
    case required = "REQUIRED"
    case preferred = "PREFERRED"
    case discouraged = "DISCOURAGED"
}
