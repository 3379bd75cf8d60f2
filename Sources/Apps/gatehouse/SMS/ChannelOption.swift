import ArgumentParser
import GatehouseServer
import Messaging
import Services
import Directory
import Foundations

/// The flag by which a command is about calls instead of text messages.
struct ChannelOption: ParsableArguments {
    @Flag(help: "The gateway of calls, which speak codes, instead of that of text messages.") var voice = false

    private var channel: PhoneChannel { voice ? .voice : .sms }

    var noun: String { channel.noun }

    /// The text of a trial.
    var trial: String { voice ? "Gatehouse can make calls." : "Gatehouse can send text messages." }

    func gateways(in domain: Domain) -> SMSGateways { voice ? domain.voiceGateways : domain.smsGateways }

    func delivery(in domain: Domain) -> SMSDelivery { voice ? domain.voice : domain.sms }

    func none(_ realm: Realm) -> CommandFailure {
        CommandFailure(
            "realm \(realm.path) has no \(noun); set one with: \(channel.command) gateway.json --realm \(realm.path.name)")
    }
}
