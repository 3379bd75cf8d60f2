/// The form for a step.
enum SignOnTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{heading}}</h1>
        {{#application}}<p class="lead">{{introduction}} <strong>{{name}}</strong></p>
        {{/application}}
        {{#description}}<p class="lead">{{.}}</p>
        {{/description}}
        {{#error}}<div id="error" class="notice error" role="alert"><p><strong>{{prefix}}:</strong> {{message}}</p></div>
        {{/error}}
        {{#hasForm}}
        <form method="post" action="{{form.action}}"{{#stage}} data-stage="{{.}}"{{/stage}}\
        {{#signals}} data-signals="{{.}}"{{/signals}}>
        <input type="hidden" name="{{stateField}}" value="{{state}}">
        <input type="hidden" name="{{csrfField}}" value="{{form.csrfToken}}">
        {{#bringsSignals}}<input type="hidden" name="{{signalsField}}" value="" data-sensor="data">
        {{/bringsSignals}}
        {{#requiredMark}}<p class="hint">{{.}}</p>
        {{/requiredMark}}
        {{#fields}}
        {{>field}}
        {{/fields}}
        {{#submit}}<div class="buttons"><button type="submit"{{#isSecondary}} class="secondary"{{/isSecondary}}>{{label}}</button></div>
        {{/submit}}
        </form>
        {{/hasForm}}
        {{^hasForm}}
        {{#fields}}
        {{>field}}
        {{/fields}}
        {{/hasForm}}
        {{#redirect}}
        {{^posted}}<div class="buttons"><a class="button" href="{{url}}" rel="noreferrer">{{caption}}</a></div>{{/posted}}
        {{#posted}}
        <form method="post" action="{{url}}">
        {{#inputs}}<input type="hidden" name="{{inputName}}" value="{{inputValue}}">
        {{/inputs}}
        <div class="buttons"><button type="submit">{{caption}}</button></div>
        </form>
        {{/posted}}
        {{/redirect}}
        {{#hasLinks}}<ul class="ways">
        {{#links}}<li><a href="{{linkPath}}">{{linkText}}</a></li>
        {{/links}}
        </ul>
        {{/hasLinks}}
        {{/main}}{{/layout}}
        """
}
