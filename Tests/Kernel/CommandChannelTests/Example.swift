import CommandChannel
import Foundation
import Primitives

/// The example of the article, which compiles here.
func commandChannelExample(
    _ user: ChannelUser, _ password: ActivationPassword, _ registration: inout ActivationRegistration, _ keys: ActivationServerKeys,
    _ description: [UInt8], at now: Date, random: any RandomSource
) throws -> (EvidencedActivation, ServerActivation) {
    let start = try DeviceActivation(user, password: password, random: random)
    let (reply, activation) = try registration.answer(start.command, keys: keys, at: now, random: random)
    let evidence = try start.evidence(reply, device: description)
    return (evidence, activation)
}
