import { render } from "preact";
import { App } from "./app/app.js";
import "./styles/base.css";
import "./styles/cards.css";
import "./styles/lobby.css";
import "./styles/table.css";
import "./styles/hand.css";
import "./styles/ending.css";
import "./styles/builder.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
