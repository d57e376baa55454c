// A bare C++ gRPC service of ModelInfer: reads the request and answers with as many bytes as mlp's response has. What
// such a server costs before any inference. `echo-server THREADS` prints its port and ends with its standard input.
#include <grpcpp/grpcpp.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "grpc_service.grpc.pb.h"

using Service = inference::GRPCInferenceService::WithAsyncMethod_ModelInfer<
    inference::GRPCInferenceService::Service>;

// Calls that each queue can take at once; a call that was answered takes the next.
constexpr int kCalls = 128;
constexpr int kOutputs = 10;

class Call {
 public:
  Call(Service* service, grpc::ServerCompletionQueue* queue) : service_(service), queue_(queue) {
    Wait();
  }

  void Continue(bool ok) {
    if (answered_ || !ok) {
      Wait();
      return;
    }
    inference::ModelInferResponse response;
    response.set_model_name(request_.model_name());
    response.set_model_version("1");
    auto* output = response.add_outputs();
    output->set_name("y");
    output->set_datatype("FP32");
    output->add_shape(1);
    output->add_shape(kOutputs);
    response.add_raw_output_contents()->assign(kOutputs * sizeof(float), '\0');
    answered_ = true;
    responder_->Finish(response, grpc::Status::OK, this);
  }

 private:
  void Wait() {
    answered_ = false;
    context_ = std::make_unique<grpc::ServerContext>();
    responder_ =
        std::make_unique<grpc::ServerAsyncResponseWriter<inference::ModelInferResponse>>(
            context_.get());
    request_.Clear();
    service_->RequestModelInfer(context_.get(), &request_, responder_.get(), queue_, queue_, this);
  }

  Service* service_;
  grpc::ServerCompletionQueue* queue_;
  std::unique_ptr<grpc::ServerContext> context_;
  std::unique_ptr<grpc::ServerAsyncResponseWriter<inference::ModelInferResponse>> responder_;
  inference::ModelInferRequest request_;
  bool answered_ = false;
};

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  Service service;
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.SetMaxReceiveMessageSize(-1);
  builder.RegisterService(&service);
  std::vector<std::unique_ptr<grpc::ServerCompletionQueue>> queues;
  for (int i = 0; i < threads; i++) queues.push_back(builder.AddCompletionQueue());
  auto server = builder.BuildAndStart();
  if (server == nullptr) return 1;
  for (auto& queue : queues) {
    std::thread([&service, queue = queue.get()] {
      std::vector<std::unique_ptr<Call>> calls;
      for (int i = 0; i < kCalls; i++) calls.push_back(std::make_unique<Call>(&service, queue));
      void* tag;
      bool ok;
      while (queue->Next(&tag, &ok)) static_cast<Call*>(tag)->Continue(ok);
    }).detach();
  }
  std::printf("%d\n", port);
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  std::_Exit(0);
}
