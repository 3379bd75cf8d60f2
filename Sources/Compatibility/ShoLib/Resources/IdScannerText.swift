import Primitives

/// The texts of `IdScanner.strings`, which the capture of documents shows.
package enum IdScannerText: String, ScreenText, CaseIterable {
    case captureError = "license_capture_error"
    case faceError = "cannot_find_face_error"
    case barcodeError = "cannot_scan_barcode_error"
    case captured = "id_information_captured"
    case scanBarcode = "scan_barcode"
    case captureBack = "capture_back"
    case noFace = "no_face_found_error"
    case error = "Error"
    case flip = "flip_id_message"
    case pickerInstruction = "picker_default_instruction"
    case countryInstruction = "select_country_instruction"
    case driverLicense = "Driver License"
    case driverLicenseStep = "Driver License %@"
    case confirmInstruction = "confirm_capture_instruction"
    case scanInstruction = "scan_barcode_instruction"
    case approve = "Approve %@"
    case photoInstruction = "capture_photo_instruction"
    case front = "Front"
    case scan = "Scan"
    case back = "Back"
    case capturePassport = "capture_passport"
    case infoPage = "info_page"
    case passport = "Passport"
    case retake = "Re-Take"
    case cancel = "Cancel"
    case skip = "Skip"

    package static let table = "IdScanner"

    package var standard: String {
        switch self {
        case .captureError: "An error occurred while capturing your license. Please try again."
        case .faceError: "An error occurred while looking for a face in the captured image. Please try again."
        case .barcodeError: "An error occurred while scanning the code on your license. Please try again."
        case .captured: "ID information captured"
        case .scanBarcode: "Scan the barcode on the back"
        case .captureBack: "Capture the back side"
        case .noFace:
            "No face found in the picture.\nPlease try again and make sure you don't crop out the face after taking the picture."
        case .flip: "Now flip your ID to %@."
        case .pickerInstruction: "Choose an option to continue."
        case .countryInstruction: "Select the issuing country of your Driver License."
        case .confirmInstruction: "Confirm you can see your photo clearly and approve the %@."
        case .scanInstruction: "Align ID inside the guidelines and scan the barcode on the back of your drivers license."
        case .photoInstruction: "Align ID inside the guidelines and take a photo of the %@ of your %@."
        case .capturePassport: "Capture Passport"
        case .infoPage: "info page"
        case .error, .driverLicense, .driverLicenseStep, .approve, .front, .scan, .back, .passport, .retake, .cancel, .skip: rawValue
        }
    }
}
