"""The configuration that a model's auto_complete_config completes."""

import json


class ModelConfig:
    def __init__(self, model_config):
        self._model_config = json.loads(model_config)

    def as_dict(self):
        return self._model_config

    def set_max_batch_size(self, max_batch_size):
        config = self._model_config
        if config["max_batch_size"] > max_batch_size:
            raise ValueError(
                "configuration specified max_batch_size %d, but in auto-complete-config function for model '%s' specified max_batch_size %d"
                % (config["max_batch_size"], config["name"], max_batch_size)
            )
        config["max_batch_size"] = max_batch_size

    def set_dynamic_batching(self):
        config = self._model_config
        for other in ("sequence_batching", "ensemble_scheduling"):
            if other in config:
                raise ValueError(
                    "Configuration specified scheduling_choice as '%s', but auto-complete-config function for model '%s' tries to set scheduling_choice as 'dynamic_batching'"
                    % (other, config["name"])
                )
        config.setdefault("dynamic_batching", {})

    def add_input(self, input):
        self._add("input", input, ("name", "data_type", "dims"), ("optional",))

    def add_output(self, output):
        self._add("output", output, ("name", "data_type", "dims"), ())

    def set_model_transaction_policy(self, transaction_policy_dict):
        config = self._model_config
        for name in transaction_policy_dict:
            if name != "decoupled":
                raise ValueError(
                    "model transaction property in auto-complete-config function for model '%s' contains property other than 'decoupled'."
                    % config["name"]
                )
        policy = config.setdefault("model_transaction_policy", {})
        if "decoupled" not in transaction_policy_dict:
            return
        decoupled = transaction_policy_dict["decoupled"]
        if policy.get("decoupled", decoupled) != decoupled:
            raise ValueError(
                "trying to change decoupled property in auto-complete-config for model '%s', which is already set to '%s'."
                % (config["name"], policy["decoupled"])
            )
        policy["decoupled"] = decoupled

    def _add(self, role, tensor, required, optional):
        model = self._model_config["name"]
        allowed = required + optional
        named = "%s '%s'" % (role, tensor["name"]) if "name" in tensor else role
        for name in tensor:
            if name not in allowed:
                listed = ", ".join("'%s'" % one for one in allowed[:-1])
                raise ValueError(
                    "%s in auto-complete-config function for model '%s' contains property other than %s and '%s'."
                    % (named, model, listed, allowed[-1])
                )
        for name in required:
            if name not in tensor:
                raise ValueError(
                    "%s in auto-complete-config function for model '%s' is missing '%s' property."
                    % (named, model, name)
                )
        tensors = self._model_config.setdefault(role, [])
        known = next((one for one in tensors if one["name"] == tensor["name"]), None)
        if known is None:
            tensors.append(tensor)
            return
        self._check_same(role, known, tensor)
        known.update(tensor)

    def _check_same(self, role, known, tensor):
        model = self._model_config["name"]
        data_type = known.get("data_type", "TYPE_INVALID")
        if data_type not in ("TYPE_INVALID", tensor["data_type"]):
            raise ValueError(
                "unable to load model '%s', configuration expects datatype %s for %s '%s', model provides %s"
                % (model, data_type, role, tensor["name"], tensor["data_type"])
            )
        for name in ("dims", "optional"):
            if name not in tensor or name not in known or known[name] == tensor[name]:
                continue
            # Dims that a configuration leaves out are an empty list; `optional` is false.
            if name == "dims" and not known["dims"]:
                continue
            raise ValueError(
                "model '%s', tensor '%s': the model expects %s %s but the model configuration specifies %s %s"
                % (model, tensor["name"], name, tensor[name], name, known[name])
            )
