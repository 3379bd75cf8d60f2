import Primitives

/// The script that takes a picture with the camera and puts it into the form's field for a file, which it then sends: the form is the same without
/// the script. Nothing is kept: the picture is drawn on a canvas, no address is made for it, and both go with the page.
///
/// The camera begins when the user asks for it, and by itself once the browser lets it, but for a page that has to tell something first.
enum CaptureScript {
    /// The number of bytes from which on a chosen file is drawn again with fewer pixels: cameras of phones make larger ones than a server takes.
    private static let mostBytes = 8 << 20

    static let source = #"""
        "use strict";
        (() => {
          const form = document.querySelector("form[data-facing]");
          const input = form && form.querySelector("input[type=file]");
          const video = form && form.querySelector("video");
          const canvas = form && form.querySelector("canvas");
          if (!canvas || !window.DataTransfer) return;
          let stream = null;

          const say = (name) => {
            for (const element of form.querySelectorAll("[data-says]")) element.hidden = element.dataset.says !== name;
          };

          // Shows what belongs to a state: `file`, `finder` with the camera's picture, or `taken` with the one that was taken.
          const enter = (state, takesFocus) => {
            for (const element of form.querySelectorAll("[data-show]")) {
              element.hidden = !element.dataset.show.split(" ").includes(state);
            }
            if (takesFocus) form.querySelector(`[data-first="${state}"]`).focus();
          };

          const stop = () => {
            if (stream) for (const track of stream.getTracks()) track.stop();
            stream = video.srcObject = null;
          };

          const start = async (takesFocus) => {
            say("starting");
            try {
              stream = await navigator.mediaDevices.getUserMedia({
                audio: false,
                video: { facingMode: form.dataset.facing, width: { ideal: 1920 }, height: { ideal: 1080 } },
              });
              video.srcObject = stream;
              await video.play();
              say("");
              enter("finder", takesFocus);
            } catch (error) {
              stop();
              enter("file", takesFocus);
              say(error.name === "NotFoundError" || error.name === "OverconstrainedError" ? "missing" : "declined");
            }
          };

          const draw = (source, width, height, scale) => {
            canvas.width = Math.round(width * scale);
            canvas.height = Math.round(height * scale);
            canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height);
          };

          const put = (then) =>
            canvas.toBlob((blob) => {
              const files = new DataTransfer();
              files.items.add(new File([blob], "picture.jpg", { type: "image/jpeg" }));
              input.files = files.files;
              then();
            }, "image/jpeg", 0.92);

          const actions = {
            start: () => start(true),
            shoot: () => {
              draw(video, video.videoWidth, video.videoHeight, 1);
              enter("taken", true);
              say("taken");
            },
            again: () => {
              enter("finder", true);
              say("");
            },
            use: () => put(() => form.requestSubmit()),
            file: () => {
              stop();
              enter("file", true);
              say("");
            },
          };
          form.addEventListener("click", (event) => {
            const button = event.target.closest("[data-action]");
            if (button) actions[button.dataset.action]();
          });

          input.addEventListener("change", async () => {
            const file = input.files[0];
            if (!file || file.size <= \#(mostBytes)) return;
            try {
              const picture = await createImageBitmap(file);
              draw(picture, picture.width, picture.height, Math.min(1, 4000 / Math.max(picture.width, picture.height)));
              picture.close();
              put(() => {});
            } catch (error) { console.info(error); }
          });

          form.addEventListener("submit", () => {
            stop();
            say("sending");
          });
          addEventListener("pagehide", () => {
            stop();
            canvas.width = canvas.height = 0;
            form.reset();
          });

          if (!navigator.mediaDevices || !navigator.mediaDevices.getUserMedia) return;
          enter("file", false);
          const permissions = navigator.permissions && navigator.permissions.query({ name: "camera" });
          if (!permissions || document.querySelector("#error, #faults")) return;
          permissions.then((permission) => permission.state === "granted" && start(false)).catch(() => {});
        })();

        """#
}
