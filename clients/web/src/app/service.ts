// The one connection to the service that the page came from; its texts in the page's language.
import { type Client, connect } from "@conquian/client";
import { computed } from "@preact/signals";
import { language } from "./language.js";

const BASE = new URL(".", location.href).href.replace(/\/$/, "");

export const client = computed<Client>(() => connect(BASE, { language: language.value }));
