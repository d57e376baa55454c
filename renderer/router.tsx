import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import { Overview } from "./overview/overview.tsx";
import {
  compareExperimentsSearch,
  compareSearch,
  deploySearch,
  connectionsSearch,
  experimentSearch,
  experimentsSearch,
  fleetSearch,
  formerServerSearch,
  eventsSearch,
  modelSearch,
  modelsSearch,
  modelsSearchFrom,
  newExperimentSearch,
  newTuningSearch,
  overviewSearch,
  rootSearch,
} from "./search.ts";
import { NotFound } from "./shell/not-found.tsx";
import { Broken } from "./shell/broken.tsx";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: rootSearch,
  search: { middlewares: [retainSearchParams(["server"])] },
});

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: "/",
    component: Overview,
    validateSearch: overviewSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/models",
    component: lazyRouteComponent(() => import("./models/models.tsx"), "Models"),
    validateSearch: modelsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/models/$name",
    component: lazyRouteComponent(() => import("./model/model.tsx"), "Model"),
    validateSearch: modelSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/advice",
    component: lazyRouteComponent(() => import("./advisor/advice-page.tsx"), "AdvicePage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/experiments",
    component: lazyRouteComponent(() => import("./experiments/experiments.tsx"), "Experiments"),
    validateSearch: experimentsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/experiments/new",
    component: lazyRouteComponent(
      () => import("./experiments/new-experiment.tsx"),
      "NewExperiment",
    ),
    validateSearch: newExperimentSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/experiments/compare",
    component: lazyRouteComponent(
      () => import("./experiments/compare/compare-page.tsx"),
      "CompareExperiments",
    ),
    validateSearch: compareExperimentsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/experiments/$id",
    component: lazyRouteComponent(() => import("./experiments/experiment.tsx"), "ExperimentPage"),
    validateSearch: experimentSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/tuning",
    component: lazyRouteComponent(() => import("./tuning/tuning.tsx"), "Tuning"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/tuning/new",
    component: lazyRouteComponent(() => import("./tuning/new-tuning.tsx"), "NewTuning"),
    validateSearch: newTuningSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/tuning/search/$id",
    component: lazyRouteComponent(
      () => import("./tuning/search/search-page.tsx"),
      "TuningSearchPage",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/tuning/$id",
    component: lazyRouteComponent(() => import("./tuning/session.tsx"), "TuningSessionPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/events",
    component: lazyRouteComponent(() => import("./events/events-page.tsx"), "EventsPage"),
    validateSearch: eventsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/compare",
    component: lazyRouteComponent(() => import("./config/compare/compare.tsx"), "Compare"),
    validateSearch: compareSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/connections",
    component: lazyRouteComponent(() => import("./connections/connections.tsx"), "Connections"),
    validateSearch: connectionsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/serving-layers",
    component: lazyRouteComponent(
      () => import("./serving-layers/serving-layers.tsx"),
      "ServingLayers",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/alerts",
    component: lazyRouteComponent(() => import("./alerts/alerts.tsx"), "Alerts"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/fleets",
    component: lazyRouteComponent(() => import("./fleets/fleets.tsx"), "Fleets"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/fleets/$id",
    component: lazyRouteComponent(() => import("./fleets/fleet-page.tsx"), "FleetPage"),
    validateSearch: fleetSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/kubernetes",
    component: lazyRouteComponent(() => import("./kubernetes/kubernetes.tsx"), "Kubernetes"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/deploy",
    component: lazyRouteComponent(() => import("./deploy/deploy-page.tsx"), "DeployPage"),
    validateSearch: deploySearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/settings",
    component: lazyRouteComponent(() => import("./settings/settings.tsx"), "Settings"),
  }),
  // Addresses of earlier versions, which exist in bookmarks and messages.
  createRoute({
    getParentRoute: () => root,
    path: "/server",
    validateSearch: formerServerSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: "/models", search: modelsSearchFrom(search), replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/logs",
    validateSearch: eventsSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: "/events", search, replace: true });
    },
  }),
]);

/** Every screen and its address; the part after # is the same in a browser and on the desktop. */
export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  defaultErrorComponent: Broken,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
