#if canImport(UIKit)
import Primitives
import UIKit

/// The instruction with its picture, the note and the failure.
@MainActor
struct CaptureTexts {
    let view: UIStackView
    private let picture = UIImageView(image: nil)
    private let info = UIImageView(image: ScreenImage.info.image)
    private let instruction = UILabel(frame: .zero)
    private let note = UILabel(frame: .zero)
    private let failure = UILabel(frame: .zero)
    private let failureImage = UIImageView(image: nil)
    private let failureBar: UIStackView

    init() {
        failureBar = UIStackView(arrangedSubviews: [failureImage, failure])
        let heading = UIStackView(arrangedSubviews: [picture, info])
        view = UIStackView(arrangedSubviews: [failureBar, heading, instruction, note])
        view.axis = .vertical
        for stack in [view, heading, failureBar] { stack.spacing = 8 }
        for image in [picture, info, failureImage] { image.contentMode = .scaleAspectFit }
        for label in [instruction, note, failure] {
            label.numberOfLines = 0
            label.textAlignment = .center
        }
        (instruction.font, instruction.textColor) = (ScreenDimension.medium.font, ScreenColor.instruction.color)
        (note.font, note.textColor) = (ScreenDimension.small.font, ScreenColor.text.color)
        (failure.font, failure.textColor) = (ScreenDimension.small.font, ScreenColor.errorText.color)
        failureBar.backgroundColor = ScreenColor.errorBackground.color
    }

    func show(_ content: ScreenContent) {
        (picture.image, picture.isHidden) = (content.picture?.image, content.picture == nil)
        info.isHidden = !content.hasInfo
        instruction.text = content.instruction
        (note.text, note.isHidden) = (content.note, content.note == nil)
        failure.text = content.failure.map { "\($0.title): \($0.text)" }
        (failureImage.image, failureImage.isHidden) = (content.failure?.image?.image, content.failure?.image == nil)
        failureBar.isHidden = content.failure == nil
    }
}
#endif
