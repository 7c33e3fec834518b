// The felt without a game: it says the one next step, and offers it.

import { Asked } from "./asked.js";
import { h } from "./dom.js";

class Middle {
  constructor(parent) {
    this.asked = new Asked();
    this.node = h("div", { class: "middle" }, this.asked.node);
    parent.append(this.node);
  }

  update(view) {
    this.asked.update(view, true);
  }

  remove() {
    this.node.remove();
  }
}

export const parts = (scene) => [new Middle(scene)];
export const chips = () => [];
export const Panel = null;
