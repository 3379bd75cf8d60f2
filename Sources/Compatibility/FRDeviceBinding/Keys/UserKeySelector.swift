import CallbackBridge
import DeviceBinding
import Primitives

/// Takes the key that was chosen, or nil when the user turned away.
public typealias UserKeySelectorCallback = (UserKey?) -> Void

/// Has the user choose a key, where several are bound to the device ("Custom key selection UI").
public protocol UserKeySelector {
    /// Chooses one of the keys and hands it to the callback; nil for none.
    func selectUserKey(userKeys: [UserKey], selectionCallback: @escaping UserKeySelectorCallback)
}

/// Asks with a dialog of the module's own, which shows the users' names. Where nothing can ask, no key is taken: none is better than one
/// that the user didn't choose.
open class DefaultUserKeySelector: UserKeySelector {
    /// Makes one, which has no settings.
    public init() {}

    open func selectUserKey(userKeys: [UserKey], selectionCallback: @escaping UserKeySelectorCallback) {
        guard userKeys.count > 1 else { return selectionCallback(userKeys.first) }
        guard let dialogs = BindingEnvironment.current.dialogs else { return selectionCallback(nil) }
        let chosen = Handoff(selectionCallback)
        Task { await DefaultUserKeySelector.ask(dialogs, about: userKeys, chosen) }
    }

    private static func ask(_ dialogs: any BindingDialogs, about keys: [UserKey], _ chosen: Handoff<UserKeySelectorCallback>) async {
        let index = await dialogs.choice(among: titles(of: keys))
        chosen.value(index.flatMap { keys.indices.contains($0) ? keys[$0] : nil })
    }

    /// The users' names; of a user with several keys, with how each is unlocked.
    private static func titles(of keys: [UserKey]) -> [String] {
        keys.map { key in
            let isOnly = keys.filter { $0.userName == key.userName }.count == 1
            return isOnly ? key.userName : "\(key.userName) (\(key.authType.rawValue))"
        }
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
