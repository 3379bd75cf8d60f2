import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Directory

/// `/mfaSettings` (`docs/protocols/platform.md` 2.7).
enum MFASettingsResource {
    private static let form = Form<MFASettings>.resource(.object.renamed(.mfaSettings))

    static let routes: [PlatformRoute] = [
        .get(.api("mfaSettings"), "Read the MFA settings", .readConfiguration, gives: form.shape) { turn in
            json(try await turn.services.factors.mfaSettings.settings(in: turn.realm), turn)
        },
        .put(
            .api("mfaSettings"), "Replace the MFA settings", .changeConfiguration,
            .json(form, changes: .administration, gives: form.shape) { turn, settings in
                try await turn.services.factors.mfaSettings.set(settings, in: turn.realm)
                return json(settings, turn)
            }),
        PlatformRoute(
            method: .delete, path: .api("mfaSettings"), summary: "Take the standard MFA settings again", access: .changeConfiguration,
            query: [],
            actions: [
                PlatformAction(mediaType: nil, body: nil, status: .ok, changes: .administration, gives: form.shape) { turn, _ in
                    try await turn.services.factors.mfaSettings.reset(in: turn.realm)
                    return .json(json(MFASettings(), turn))
                }
            ]),
    ]

    private static func json(_ settings: MFASettings, _ turn: PlatformTurn) -> JSONObject {
        turn.resource(form.json(settings), at: turn.url("mfaSettings"))
    }
}
