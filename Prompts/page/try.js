// A spoken answer tried out: the same page with what was heard.

import { post, speaking } from "./speaking.js";

export function begin() {
  speaking({
    send: async (sound) => {
      const question = document.getElementById("question").value;
      const answer = await post(`/try/recording?question=${question}`, sound);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.getElementById("main").replaceWith(document.adoptNode(page.getElementById("main")));
      begin();
    },
  });
}
