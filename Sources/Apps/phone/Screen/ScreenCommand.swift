import ArgumentParser
import Foundation
import Primitives

/// `phone`, `phone --page`
struct ScreenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "The phone's screen: it rings, and shows passcodes. (default)",
        discussion: """
            Examples:
              phone
              phone --page
              phone --name B --page --port 8099
            """)

    @Flag(help: "Show it as a page in the browser, on this machine only.") var page = false
    @Option(help: ArgumentHelp("The page's port; 0 takes a free one.", valueName: "port")) var port = 8090
    @OptionGroup var phone: PhoneOptions

    func run() async throws {
        let session = try PhoneSession(phone)
        try await session.start()
        if page {
            await session.prepareWallet().start()
            try await PhonePage(session, name: phone.name, port: port).run { address in
                Terminal.write("The phone \(phone.name) is on \(address)\n")
            }
        } else {
            guard Terminal.isInteractive else {
                throw PhoneFailure("the screen needs a terminal; in scripts use phone wait, phone passcode and the others of phone --help")
            }
            await PhoneScreen(session, name: phone.name).run()
        }
        await session.stop()
    }
}
