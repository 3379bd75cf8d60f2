import Primitives

/// The texts of `LiveFaceVerification.strings`, which the capture of selfies shows.
package enum LiveFaceVerificationText: String, ScreenText, CaseIterable {
    case differentFace = "different_face_error"
    case missedExpression = "missed_expression_error"
    case noFace = "no_face_error"
    case severalFaces = "multiple_faces_error"
    case cameraPermission = "camera_permission_rationale"
    case genericError = "generic_error"
    case selfieInstruction = "capture_selfie_step_instruction"
    case smile = "smile_step_instruction"
    case straightFace = "no_smile_step_instruction"
    case closeLeftEye = "close_left_eye_step_instruction"
    case closeRightEye = "close_right_eye_step_instruction"
    case title = "Live Face Verification"
    case okay = "Okay"
    case cancel = "Cancel"
    case error = "Error"

    package static let table = "LiveFaceVerification"

    package var standard: String {
        switch self {
        case .differentFace: "Different face in the frame"
        case .missedExpression: "Whoops, missed it. Please try again."
        case .noFace: "No Face Detected"
        case .severalFaces: "Multiple faces in the frame"
        case .cameraPermission: "Access to the camera is required for scanning your IDs and taking pictures."
        case .genericError: "An error occurred while performing the requested operation. %@"
        case .selfieInstruction: "This photo is for your profile and can be shared with others."
        case .smile: "Smile!"
        case .straightFace: "No Smile."
        case .closeLeftEye: "Close your left eye"
        case .closeRightEye: "Close your right eye"
        case .title, .okay, .cancel, .error: rawValue
        }
    }
}
