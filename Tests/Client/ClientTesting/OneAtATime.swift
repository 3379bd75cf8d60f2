package import DeviceFoundation

/// The documented SDKs have one instance each and share settings, so of the tests that use them one runs at a time, in whichever target.
package enum OneAtATime {
    package static let gate = SerialGate()
}
