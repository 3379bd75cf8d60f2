#if canImport(UIKit)
import JourneyForms
import JourneyMessages
import Primitives
import UIKit

/// The cell of a form's row.
final class FieldCell: UITableViewCell {
    private var field: FormField
    private let changed: (FormField) -> Void
    private let pressed: (Int) -> Void
    private let stack = UIStackView()

    init(_ field: FormField, changed: @escaping (FormField) -> Void, pressed: @escaping (Int) -> Void) {
        self.field = field
        self.changed = changed
        self.pressed = pressed
        super.init(style: .default, reuseIdentifier: nil)
        stack.axis = .vertical
        stack.spacing = 8
        stack.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 8),
            stack.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
            stack.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -8),
        ])
        fill()
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    private func fill() {
        switch field.kind {
        case .statement(let severity): add(label(field.label, color: color(severity)))
        case .unsupported: add(label(field.label, color: FRUI.shared.errorColor))
        case .text, .secret, .number: add(textField(field.label))
        case .toggle: addSwitch()
        case .terms(let version):
            add(label(field.label))
            addSwitch("I accept version \(version)")
        case .consent(let shared):
            add(label(field.label))
            for name in shared { add(label("· \(name)", color: FRUI.shared.secondaryColor)) }
            addSwitch("I agree")
        case .choice:
            add(label(field.label))
            addMenu()
        case .securityQuestion:
            addMenu()
            if field.hasOwnQuestion { addOwnQuestion() }
            add(textField("Answer"))
        case .buttons, .providers:
            if !field.label.isEmpty { add(label(field.label)) }
            addButtons()
        }
        if !field.showsProblemsItself { for problem in field.problems { add(label(problem, color: FRUI.shared.errorColor)) } }
    }

    private func add(_ view: UIView) { stack.addArrangedSubview(view) }

    private func label(_ text: String, color: UIColor = .label) -> UILabel {
        let label = UILabel(frame: .zero)
        label.text = text
        label.textColor = color
        label.numberOfLines = 0
        return label
    }

    private func color(_ severity: TextStatement.Severity) -> UIColor {
        switch severity {
        case .error: FRUI.shared.errorColor
        case .warning: FRUI.shared.warningColor
        case .information, .script: .label
        }
    }

    /// A line for the field's text, which shows what is wrong with it.
    private func textField(_ placeholder: String) -> FRTextField {
        let line = FRTextField(frame: .zero)
        line.placeholder = placeholder
        line.text = field.text
        line.errorMessage = field.problems.isEmpty ? nil : field.problems.joined(separator: "\n")
        line.adopt(field.kind)
        line.heightAnchor.constraint(equalToConstant: 64).isActive = true
        line.addAction(
            UIAction { [weak self, weak line] _ in
                guard let self, let line else { return }
                field.text = line.text ?? ""
                changed(field)
            }, for: .editingChanged)
        return line
    }

    private func addOwnQuestion() {
        let line = FRTextField(frame: .zero)
        line.placeholder = "Your question"
        line.text = field.ownQuestion
        line.heightAnchor.constraint(equalToConstant: 64).isActive = true
        line.addAction(
            UIAction { [weak self, weak line] _ in
                guard let self, let line else { return }
                field.ownQuestion = line.text ?? ""
                changed(field)
            }, for: .editingChanged)
        add(line)
    }

    private func addSwitch(_ text: String? = nil) {
        let control = UISwitch(frame: .zero)
        control.isOn = field.isOn
        control.onTintColor = FRUI.shared.primaryColor
        control.addAction(
            UIAction { [weak self, weak control] _ in
                guard let self, let control else { return }
                field.isOn = control.isOn
                changed(field)
            }, for: .valueChanged)
        let row = UIStackView(arrangedSubviews: [label(text ?? field.label), control])
        row.axis = .horizontal
        add(row)
    }

    private func addMenu() {
        let menu = FRDropDownButton(frame: .zero)
        menu.dataSource = field.options
        menu.setTitle(field.selection.map { field.options[$0] } ?? "Choose", for: .normal)
        menu.heightAnchor.constraint(equalToConstant: 48).isActive = true
        menu.chosen = { [weak self] index in
            guard let self else { return }
            let hadOwnQuestion = field.hasOwnQuestion
            field.selection = index
            changed(field)
            if field.hasOwnQuestion != hadOwnQuestion { drawAgain() }
        }
        add(menu)
    }

    private func addButtons() {
        for (index, option) in field.options.enumerated() {
            let button = FRButton(frame: .zero)
            button.setTitle(option, for: .normal)
            button.heightAnchor.constraint(equalToConstant: 48).isActive = true
            button.addAction(UIAction { [weak self] _ in self?.pressed(index) }, for: .touchUpInside)
            add(button)
        }
    }

    private func drawAgain() {
        for view in stack.arrangedSubviews { view.removeFromSuperview() }
        fill()
    }
}

extension FormField {
    /// Whether a line of text shows the problems beneath itself.
    fileprivate var showsProblemsItself: Bool {
        switch kind {
        case .text, .secret, .number, .securityQuestion: true
        default: false
        }
    }
}

extension FRTextField {
    /// Sets keyboard and content type by the kind of a row.
    fileprivate func adopt(_ kind: FormField.Kind) {
        switch kind {
        case .text(.userName), .text(.newUserName): textContentType = .username
        case .secret(let isNew, let canBeShown):
            isSecureTextEntry = !canBeShown
            textContentType = isNew ? .newPassword : .password
        case .securityQuestion: isSecureTextEntry = true
        case .number: keyboardType = .decimalPad
        default: break
        }
        autocorrectionType = .no
        autocapitalizationType = .none
    }
}
#endif
