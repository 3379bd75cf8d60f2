import ArgumentParser
import Foundation
import OneTimePassword
import Primitives
import QRImages

/// `gatehouse otp qr`
struct OTPQRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Show the QR code of an account's URI in the terminal, or write it as a PNG image.",
        discussion: """
            A person who sees it has the account: show it to its user alone.

            Examples:
              gatehouse otp qr account.txt
              gatehouse otp qr account.txt --png account.png
              gatehouse otp uri --new --issuer Example --account ada | gatehouse otp qr
            """)

    @Argument(help: "A file with an otpauth, pushauth or mfauth URI; - for standard input.", completion: .file()) var file = "-"
    @Option(help: ArgumentHelp("Write an image to this file, for its owner alone.", valueName: "file")) var png: String?
    @Option(help: ArgumentHelp("Pixels for each of the code's squares, 1 to 64.", valueName: "pixels")) var scale = 8
    @Flag(help: "The terminal has dark writing on a light ground.") var light = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let text = try InputFile.text(file).trimmingCharacters(in: .whitespacesAndNewlines)
        let account = try explaining { () throws(OneTimePasswordError) in try AuthenticatorURI(text) }
        let code: QRCode
        do { code = try QRCode(text) } catch { throw CommandFailure(error.reason) }
        guard let png else {
            guard !output.json else {
                return output.show(["issuer": .string(account.issuer), "account": .string(account.account), "lines": .array(lines(code))])
            }
            for line in code.terminalLines(onLight: light) { print(line) }
            return
        }
        let image = try code.png(scale: scale)
        try? FileManager.default.removeItem(atPath: png)
        guard FileManager.default.createFile(atPath: png, contents: Data(image), attributes: [.posixPermissions: 0o600]) else {
            throw CommandFailure("\(png) can't be written; check its folder and permissions")
        }
        output.report("written to \(png)", ["file": .string(png), "issuer": .string(account.issuer), "account": .string(account.account)])
    }

    private func lines(_ code: QRCode) -> [JSONValue] { code.terminalLines(onLight: light).map(JSONValue.string) }
}
