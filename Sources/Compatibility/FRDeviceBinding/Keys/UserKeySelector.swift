import CallbackBridge
import DeviceBinding
import Primitives

/// Takes the key that was chosen, or nil when the user turned away.
public typealias UserKeySelectorCallback = (UserKey?) -> Void

/// Has the user choose a key, where several are bound to the device ("Custom key selection UI").
public protocol UserKeySelector {
    func selectUserKey(userKeys: [UserKey], selectionCallback: @escaping UserKeySelectorCallback)
}

/// Takes the key that was bound last.
public struct DefaultUserKeySelector: UserKeySelector {
    public init() {}

    public func selectUserKey(userKeys: [UserKey], selectionCallback: @escaping UserKeySelectorCallback) {
        selectionCallback(userKeys.first)
    }
}

/// The documented selector as the modern one.
struct SelectedKey: KeySelector {
    private let selector: Handoff<any UserKeySelector>

    init(_ selector: any UserKeySelector) { self.selector = Handoff(selector) }

    func select(among keys: [BoundKey]) async -> BoundKey? {
        let chosen: UserKey? = await withCheckedContinuation { continuation in
            selector.value.selectUserKey(userKeys: keys.map(UserKey.init)) { continuation.resume(returning: $0) }
        }
        return keys.first { $0.keyID == chosen?.kid }
    }
}
