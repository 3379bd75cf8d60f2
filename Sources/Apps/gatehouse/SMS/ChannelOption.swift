import Administration
import ArgumentParser

/// The flag by which a command is about calls instead of text messages.
struct ChannelOption: ParsableArguments {
    @Flag(help: "The gateway of calls, which speak codes, instead of that of text messages.") var voice = false

    var channel: MessageChannel { voice ? .voice : .sms }
}
