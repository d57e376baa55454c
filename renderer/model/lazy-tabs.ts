import { lazy } from "react";

/** Tabs of a model's page, whose code is loaded when they are opened. */
export const Configuration = lazy(async () => ({
  default: (await import("../config/configuration.tsx")).Configuration,
}));
export const ModelAdvice = lazy(async () => ({
  default: (await import("../advisor/model-advice.tsx")).ModelAdvice,
}));
export const Traces = lazy(async () => ({
  default: (await import("../traces/traces.tsx")).Traces,
}));
export const TryChat = lazy(async () => ({
  default: (await import("../clients/chat/try-chat.tsx")).TryChat,
}));
export const TryIt = lazy(async () => ({
  default: (await import("../clients/try-it.tsx")).TryIt,
}));
export const WhatIf = lazy(async () => ({
  default: (await import("../what-if/what-if.tsx")).WhatIf,
}));
