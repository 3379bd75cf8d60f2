import ArgumentParser
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import Primitives

/// The options that say which phone it is, and how it is.
struct PhoneOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The phone's name; each phone has a life of its own.", valueName: "phone"))
    var name = "phone"
    @Option(help: ArgumentHelp("The directory of the phones' data. (default: $XDG_STATE_HOME/gatehouse-phone)", valueName: "directory"))
    var data: String?
    @Flag(help: "Behave as without a network.")
    var offline = false
    @Option(help: ArgumentHelp("The bundle id or package name of the app on the phone.", valueName: "id"))
    var app = "org.example.authenticator"
    @Option(help: ArgumentHelp("The app's client id, for sign-on with a mobile payload.", valueName: "client_id"))
    var client = "gatehouse-phone"
    @Option(help: ArgumentHelp("How the simulated sensor knows its user: face, fpt, pin; --sensor nobody: not.", valueName: "method"))
    var sensor = "face"
    @Option(help: ArgumentHelp("How likely the phone was tampered with, 0 to 1, as it tells policies.", valueName: "score"))
    var tampering = 0.0
    @Option(help: ArgumentHelp("Certificates of a private authority to trust, in PEM.", valueName: "file"))
    var authorities: String?
    @Flag(help: "Log what happens, to standard error.")
    var verbose = false

    func validate() throws {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_."))
        guard (1...64).contains(name.utf8.count), name.unicodeScalars.allSatisfy(allowed.contains), !name.hasPrefix(".") else {
            throw ValidationError("a phone's name has letters, digits, - and _")
        }
        guard (0...1).contains(tampering) else { throw ValidationError("--tampering is 0 to 1") }
    }

    /// The phone's own folder.
    var home: PhoneHome { PhoneHome(directory: (data ?? Self.stateDirectory) + "/" + name) }

    /// `$XDG_STATE_HOME/gatehouse-phone`, else `~/.local/state/gatehouse-phone` (XDG Base Directory Specification 0.8).
    private static var stateDirectory: String {
        if let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/gatehouse-phone" }
        return FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state/gatehouse-phone"
    }

    var verification: SimulatedVerification { SimulatedVerification(sensor == "nobody" ? nil : VerificationMethod(rawValue: sensor)) }
}

/// The options for a command's output: for people, or as JSON.
struct PhoneOutput: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    /// Says something: sentences for people, an object for programs.
    func say(_ sentence: @autoclosure () -> String, _ object: JSONObject) {
        // At once, for a program that reads it through a pipe while this one continues.
        json ? Terminal.write(JSONValue.object(object).text + "\n") : Terminal.say(sentence())
    }
}
