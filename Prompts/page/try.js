// A spoken answer tried out: the same page with what was heard.

import { post, speaking } from "./speaking.js";

export function begin() {
  speaking({
    send: async (sound) => {
      const question = document.getElementById("question").value;
      let main = null;
      try {
        const answer = await post(`/try/recording?question=${question}`, sound);
        main = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
      } catch {
        document.getElementById("offline").hidden = false;
      }
      if (!main) return (document.getElementById("speak-state").textContent = "");
      document.getElementById("main").replaceWith(document.adoptNode(main));
      begin();
    },
  });
}
