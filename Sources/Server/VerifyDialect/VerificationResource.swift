import DeviceHTTP
import DeviceMessages
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import RealmHTTP
import VerificationMessages
import Verifications

/// `/verifications` (`docs/protocols/verify.md` 3 to 7).
struct VerificationResource: Sendable {
    let reader: VerifyReader

    /// The longest body besides submissions and images, in bytes.
    private static let longestBody = 64 << 10
    /// The longest body of a submission, in bytes.
    private static let longestSubmission = 1 << 20
    private static let token = HTTPField.Name.known("Verification-Token")

    private var verifications: Verifications { reader.verifications }

    /// `POST /verifications`
    func start(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        let sender = try verifications.introduce(try await reader.reader.deviceRequest(request, upTo: Self.longestBody))
        let start = try VerificationStart(json: try JSONValue(deviceBody: sender.body))
        let configuration = try await verifications.start(
            start, by: sender, from: reader.reader.address(of: request, context), at: site)
        return .json(configuration.json, status: .created, headers: .noStore)
    }

    /// `PUT /verifications/{id}/images/{image}`: the body is written as it arrives.
    func upload(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        guard request.uri.query == nil else { throw DeviceError(.malformed, "there are no query parameters in this protocol") }
        guard let token = request.headers[Self.token], (1...SubmissionLimits.longestToken).contains(token.utf8.count) else {
            throw DeviceError(.notFound, "there is no verification of this token")
        }
        let length = request.headers.first(.contentLength).flatMap { Int(decimal: $0, leadingZeros: true) }
        let upload = Verifications.ImageUpload(
            try VerifyReader.id("image", context), of: try VerifyReader.id("id", context), token: Secret(token), length: length)
        try await request.reading { body in
            try await verifications.upload(upload, body.map { Array($0.readableBytesView) }, at: site)
        }
        return Response(status: .noContent, headers: .noStore)
    }

    /// `POST /verifications/{id}/submission`
    func submit(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        let sender = try await reader.proved(request, upTo: Self.longestSubmission, context, at: site)
        let body = try JSONValue(deviceBody: sender.body)
        guard let message = body["message"]?.string else { throw DeviceError(.malformed, "message is missing, or no text") }
        return .json(try await verifications.submit(message, by: sender, at: site).json, status: .accepted, headers: .noStore)
    }

    /// `GET /verifications/{id}`
    func report(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        let sender = try await reader.proved(request, upTo: Self.longestBody, context, at: site)
        return .json(try await verifications.report(of: sender).json, headers: .noStore)
    }
}
