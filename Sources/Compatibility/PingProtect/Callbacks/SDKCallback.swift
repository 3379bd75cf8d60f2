public import FRAuth

/// The SDK's class of callbacks, for files that see the wire's as well.
public typealias ProtectSDKCallback = Callback
